import { Tabs } from 'radix-ui';

export default function Panels() {
  return (
    <Tabs.Root defaultValue="first">
      <Tabs.List>
        <Tabs.Trigger value="first">First</Tabs.Trigger>
        <Tabs.Trigger value="second">Second</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="first">the first panel</Tabs.Content>
      <Tabs.Content value="second">the second panel</Tabs.Content>
    </Tabs.Root>
  );
}
