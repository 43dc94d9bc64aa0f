import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { NewRemotePage } from './NewRemotePage.tsx';

export default definePage({
  component: NewRemotePage,
  strings: strings(['page']),
});
