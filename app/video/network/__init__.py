"""Network cameras: everything from outside this computer passes here.

libav opens connections to a camera's host only for rtmp and udp, which name no other hosts.
`access` makes all other connections, `Allowance` limits their cost, `http_stream` speaks http, and
`camera_transport` has a relay that stands between libav and an RTSP camera.
"""
