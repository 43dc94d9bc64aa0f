import { root } from '@site/bundling/project.ts';
import { projectInside } from '@site/testkit/deploy/SystemdMachine.ts';

/** Prepares a machine for nginx, with a certificate of its own: what Debian's packages and certbot do. */
export const nginxInside = (program: string): string => `
mkdir -p /etc/nginx/conf.d /etc/logrotate.d /var/log/nginx /var/lib/nginx /var/cache /etc/letsencrypt/live/www.example.com
# The site needs none of its types.
touch /etc/nginx/mime.types
rm -rf /etc/nginx/modules-enabled /etc/nginx/sites-enabled
[ -e /usr/sbin/nginx ] || ln -s ${program.replace(root, projectInside)} /usr/sbin/nginx
cat > /etc/systemd/system/nginx.service <<'END'
[Service]
Type=forking
PIDFile=/run/nginx.pid
ExecStart=/usr/sbin/nginx
ExecReload=/usr/sbin/nginx -s reload
END
cd /etc/letsencrypt/live/www.example.com
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=www.example.com -out fullchain.pem -keyout privkey.pem 2> /dev/null
`;
