/** Starts the release service alone, in a site that has installed the platform. */
import '@site/server/releaseService/main.ts';
