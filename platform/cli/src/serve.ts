/** Starts the site's server, in a site that has installed the platform. */
import '@site/server/main.ts';
