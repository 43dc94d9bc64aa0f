import { main } from './main.ts';
import { add } from './news/add.ts';
import { importNews } from './news/import.ts';
import { list } from './news/list.ts';
import { remove } from './news/remove.ts';

await main('news', { list, add, remove, import: importNews });
