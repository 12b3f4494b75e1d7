#!/bin/sh
# A container without a container engine: runs a command as a user in a root that has what the image
# has, read-only but for the volume. Root runs it, by unshare --mount --pid --fork.
#
#   contain.sh ROOT TREE VOLUME NODE USER COMMAND...
set -eu
root=$1 tree=$2 volume=$3 node=$4 user=$5
shift 5
mount -t tmpfs -o mode=755 tmpfs "$root"
cd "$root"
mkdir -p usr etc proc dev tmp opt/attune data
chmod 1777 tmp
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$name"; done
mount --bind /usr usr
mount -o remount,bind,ro usr
mount -t tmpfs tmpfs usr/local
mkdir usr/local/bin
touch usr/local/bin/node
mount --bind "$node" usr/local/bin/node
mount --bind "$tree" opt/attune
mount -o remount,bind,ro opt/attune
mount --bind "$volume" data
mount -t proc proc proc
mount --bind /dev dev
mount -t tmpfs -o mode=1777 tmpfs dev/shm
printf 'attune:x:%s:%s::/nonexistent:/usr/sbin/nologin\n' "$user" "$user" > etc/passwd
cp /etc/hosts /etc/nsswitch.conf etc
mount -o remount,ro tmpfs usr/local
mount -o remount,ro tmpfs "$root"
exec /usr/sbin/chroot --userspec="$user:$user" "$root" sh -c 'cd /data && exec "$@"' sh "$@"
