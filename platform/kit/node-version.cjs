// Loaded before every program of the project: explains in one line what an old Node would report unreadably.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  // The repository of the whole site brings its own Node; in a package there is none.
  const remedy = __dirname.includes('node_modules')
    ? ''
    : ', or, on Linux and Windows, run "npm ci", which installs one for this project';
  console.error(
    `SITE-NODE Node 24 or later is needed, this is ${process.version}. Install it from https://nodejs.org${remedy}.`,
  );
  process.exit(1);
}
