# Varnish in front of a site with CDN_PURGE=http://VARNISH/purge. Goes to /etc/varnish/default.vcl; it needs Debian's varnish and varnish-modules,
# and varnishd the parameter `-p http_gzip_support=off`: the site compresses by itself, also with Brotli.
# tests/e2e/operations/cdn.weekly.spec.ts runs this very file.
vcl 4.1;

import std;
import xkey;

backend site {
    .host = "127.0.0.1";
    .port = "3000";
    .probe = {
        .url = "/readyz";
        .interval = 1s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# Who may purge: the servers, and not through a proxy on their machine, which forwards visitors' requests.
acl servers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.url == "/purge") {
        if (req.method != "POST" || client.ip !~ servers || req.http.X-Forwarded-For ~ ",") {
            return (synth(405));
        }
        # Soft: until the page has been fetched again, visitors get the earlier one.
        set req.http.purged = xkey.softpurge(req.http.Surrogate-Key);
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Kept pages are the same for everyone. A preview, the API and probes are not.
    if (req.url ~ "[?&]preview=" || req.url ~ "^/(api/|releases/|healthz|readyz|metrics)") {
        return (pass);
    }
    # The files of a previewed version need its cookie.
    if (req.http.Cookie ~ "(^|; *)preview=") {
        return (pass);
    }
    unset req.http.Cookie;
    # Pages of a language don't depend on the browser's.
    if (req.url ~ "^/(en|fr|es)(/|\?|$)") {
        unset req.http.Accept-Language;
    }
    unset req.http.Available-Dictionary;
    if (req.http.Accept-Encoding ~ "\bbr\b") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    # While the site is well, a page that changed is shown for as long as the site allows; while it is not, for days.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 5s;
    }
    return (hash);
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
        set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        unset beresp.http.Surrogate-Control;
        unset beresp.http.Surrogate-Key;
    }
}

sub vcl_deliver {
    unset resp.http.xkey;
    # Browsers ask again at every visit, as they do without Varnish.
    unset resp.http.Age;
    set resp.http.Cache-Status = "varnish; " + regsub(obj.hits, "^[1-9].*$", "hit");
    if (obj.hits == 0) {
        set resp.http.Cache-Status = "varnish; fwd=miss";
    }
}
