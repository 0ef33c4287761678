#!/usr/bin/env bash
# Builds the image of the Containerfile without a registry of images: on an empty one with npm's Node and the libraries
# that it loads. It runs in a clone, on Linux, as any user, and leaves one file.
set -euo pipefail
cd "$(dirname "$0")/.."
archive=dist/centavo-sandbox.tar
node=node_modules/node/bin/node

stop() {
  echo "$1" >&2
  exit 1
}
[ -x "$node" ] || stop "There is no $node: run npm ci first."
[ -x "$(command -v buildah)" ] || stop "buildah is missing: install it, e.g. with apt-get install buildah."

work=$(mktemp -d)
# These work inside a container, too. A storage of its own leaves nothing behind.
builder=(buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs)
export BUILDAH_ISOLATION=chroot
trap '"${builder[@]}" rmi --all >/dev/null; rm -rf "$work"' EXIT

mkdir -p dist "$work/base/usr/local/bin"
cp "$node" "$work/base/usr/local/bin"
ldd "$node" | grep -o '/[^ ]*' | xargs cp --dereference --parents --target-directory "$work/base"
printf 'FROM scratch\nCOPY . /\n' | "${builder[@]}" build --quiet --tag base --file - "$work/base" >/dev/null

npm pack --loglevel error --pack-destination "$work" >"$work/log" || stop "$(cat "$work/log")"
pg=$("$node" --print 'require("pg/package.json").version')
npm install --loglevel error --prefer-offline --prefix "$work/app" "$work"/centavo-*.tgz "pg@$pg" >/dev/null

id=$("${builder[@]}" build --quiet --build-arg BASE=localhost/base --file deploy/Containerfile "$work/app")
"${builder[@]}" push --quiet "$id" "docker-archive:$work/image.tar:centavo-sandbox"
mv "$work/image.tar" "$archive"
cat <<END
$archive has the image centavo-sandbox, $(du --apparent-size --block-size MB "$archive" | cut -f1). These commands run it; docker takes them too:
  podman load --input $archive
  export CENTAVO_SANDBOX_OPERATOR_KEY=\$(openssl rand -hex 32)
  podman run --rm --read-only --publish 4020:4020 --volume centavo:/data \\
    --env CENTAVO_SANDBOX_DB=/data/sandbox.db --env CENTAVO_SANDBOX_PUBLIC_URL=http://localhost:4020 \\
    --env CENTAVO_SANDBOX_OPERATOR_KEY centavo-sandbox
END
