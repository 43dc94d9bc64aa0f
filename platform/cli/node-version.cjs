// Loaded before every program of the project: lets it run on the project's own Node, or explains in one line what an old Node
// would report unreadably.
const { spawnSync } = require('node:child_process');
const { existsSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');
const { oldestNode } = require('./package.json').config;

// The repository of the whole site brings its own Node; in a package there is none.
const packages = join(__dirname, '../../node_modules');
const own = `node-${process.platform}-${process.arch}/bin/node`;
const link = join(packages, '.bin/node');

// npm 10 and earlier remove it with the packages for other platforms. npm's scripts, npx and systemd's units start Node by it.
if (existsSync(join(packages, own)) && !existsSync(link)) {
  try {
    symlinkSync(`../${own}`, link);
  } catch {
    // Only who installs may write there.
  }
}

const [major] = process.versions.node.split('.').map(Number);

if (major < oldestNode) {
  // Only the first command after an installation doesn't find it by itself.
  if (existsSync(join(packages, own))) {
    const parameters = [...process.execArgv, ...process.argv.slice(1)];
    const { status } = spawnSync(join(packages, own), parameters, { stdio: 'inherit' });
    process.exit(status === null ? 1 : status);
  }
  const remedy = __dirname.includes('node_modules')
    ? ''
    : ', or, on Linux and Windows, run "npm ci", which installs one for this project';
  console.error(
    `SITE-NODE Node ${oldestNode} or later is needed, this is ${process.version}. Install it from https://nodejs.org${remedy}.`,
  );
  process.exit(1);
}
