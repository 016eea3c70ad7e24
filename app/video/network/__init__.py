"""The way to network cameras: everything that comes from outside this computer passes here.

libav itself opens no connection to a camera's host, except for rtmp and udp, which name no other
hosts. `access` makes the connections, `allowance` limits what they may cost, `http_stream` speaks
http, `rtsp_relay` stands between libav and an RTSP camera.
"""
