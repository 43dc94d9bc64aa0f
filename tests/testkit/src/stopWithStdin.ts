/**
 * A shell script that runs a server, and stops it when its stdin closes, even if the tests are killed and can't stop it
 * themselves.
 */
export const stopWithStdin =
  'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3; kill -INT $server) >/dev/null 2>&1 & wait $server';
