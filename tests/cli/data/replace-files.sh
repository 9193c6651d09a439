# shellcheck shell=bash
#
# replace-files.sh PORT VERB OPTION...: fitsched VERB, whose certificate and authorities are replaced while it
# serves HTTPS on PORT; prints the certificate that each new connection is shown, and the status of the answer to a
# client with the certificate "first"; then the log
# SPDX-License-Identifier: Apache-2.0
port=$1
shift
mkdir -p files
cd files || exit
for name in first second; do
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$name.key" -out "$name.crt" \
    -subj "/CN=$name" -days 2 2>openssl.log || cat openssl.log
done

# put NAME FILE: in the place of FILE, at once
put () { cp "$1" new && mv new "$2"; }

# show: what a client with a certificate is shown, and answered
show ()
{
  printf 'GET /metrics HTTP/1.0\r\n\r\n' \
    | openssl s_client -connect "127.0.0.1:$port" -cert first.crt -key first.key -quiet -ign_eof >answer 2>shown
  echo "$(sed -n 's/^depth=0 //p' shown | uniq), $(sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p' answer)"
}

put first.crt tls.crt
put first.key tls.key
put first.crt ca.crt
fitsched "$@" --kubeconfig ../canaries.yaml --tls-cert-file tls.crt --tls-private-key-file tls.key \
  --client-ca-file ca.crt --skip-headers 2>log &
until grep -qs reach log || ! kill -0 $!; do sleep 0.1; done
show
put second.key tls.key
show
put second.crt tls.crt
show
head -c 100 second.crt >half
put half ca.crt
show
put second.crt ca.crt
show
kill $!
wait $!
sed "s/:$port /:PORT /" log
cd ..
rm -r files
