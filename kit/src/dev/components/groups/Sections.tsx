import { Heading, Lead, PageHeader, Section, Street, TextLink } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

export function Sections() {
  return (
    <Group title="Sections">
      {(['plain', 'band', 'night'] as const).map((tone) => (
        <Specimen key={tone} label={`section, ${tone}`} wide>
          <Section tone={tone}>
            <Heading level={3}>A quiet street</Heading>
            <Lead>With a lamp at each door.</Lead>
          </Section>
        </Specimen>
      ))}
      <Specimen label="section, night, focus-visible" state="focus-visible" wide>
        <Section tone="night">
          <GoHome />
        </Section>
      </Specimen>
      <Specimen label="page head" wide>
        <PageHeader title="Say hello" lead="The door is open." illustration={<Street eager />} />
      </Specimen>
    </Group>
  );
}

function GoHome() {
  return (
    <p>
      The focus ring on night: <TextLink page="home">go home</TextLink>
    </p>
  );
}
