import { defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { StorePicker } from './StorePicker.tsx';

export default defineFragment({ component: StorePicker, strings: strings(['picker']) });
