import { browserOnly, PageHeader, Section } from '@site/shared';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Dialog, Popover } from 'radix-ui';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';

// Its server's HTML has style attributes, which the policy blocks.
const Panels = browserOnly(() => import('./Panels.tsx'), { fallback: null });

interface Count {
  readonly count: number;
  readonly more: () => void;
}

const useCount = create<Count>((set) => ({ count: 0, more: () => set(({ count }) => ({ count: count + 1 })) }));

function Asked() {
  const ask = async () => (await fetch('/robots.txt')).status;
  const { data } = useQuery({ queryKey: ['news'], queryFn: ask });
  return <output>{data ? `answered ${data}` : 'asking'}</output>;
}

function Counter() {
  const { count, more } = useCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={more}>
        {`${count} times`}
      </button>
      <button type="button" onClick={() => flushSync(() => setOpen(true))}>
        Portal
      </button>
      {isOpen && createPortal(<p>at the end</p>, document.body)}
    </>
  );
}

/** State, queries and dialogs of packages, among them some that import `react-dom`. */
export function LivelyPage() {
  const { t } = useTranslation('events');
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <PageHeader title={t('lively.title')} />
      <Section first>
        <Counter />
        <Asked />
        <Panels />
        <Popover.Root>
          <Popover.Trigger>Popover</Popover.Trigger>
          <Popover.Portal>
            <Popover.Content>beside its button</Popover.Content>
          </Popover.Portal>
        </Popover.Root>
        <Dialog.Root modal={false}>
          <Dialog.Trigger>Dialog</Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Content>
              <Dialog.Title>In front</Dialog.Title>
              <Dialog.Description>Of everything else</Dialog.Description>
              <Dialog.Close>Close</Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      </Section>
    </QueryClientProvider>
  );
}
