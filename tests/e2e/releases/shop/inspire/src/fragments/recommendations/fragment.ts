import { defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { Ideas } from './Ideas.tsx';

export default defineFragment<undefined, { readonly skus: string }>({ component: Ideas, strings: strings(['ideas']) });
