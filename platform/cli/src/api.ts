/** Starts the API alone, in a site that has installed the platform. */
import '@site/api/main.ts';
