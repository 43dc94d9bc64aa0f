import { main } from './main.ts';
import { remove } from './messages/delete.ts';
import { list } from './messages/list.ts';
import { show } from './messages/show.ts';

await main('messages', { list, show, delete: remove });
