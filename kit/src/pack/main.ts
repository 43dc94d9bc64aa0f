/** `npm run pack [-- FOLDER]`: makes the packages that teams outside of this repository install; by default in dist/packages. */
import { explain } from '@site/http/settings.ts';
import { packAll } from './packAll.ts';

try {
  for (const file of await packAll(process.argv[2])) console.log(file);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
