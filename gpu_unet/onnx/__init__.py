"""A network as an ONNX graph, and the engine that runs it through ONNX Runtime's providers."""
