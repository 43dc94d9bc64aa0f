import { Alert, List } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

export function Alerts() {
  return (
    <Group title="Alerts">
      <Specimen label="error, with a list" wide>
        <Alert tone="error" title="Please correct the following error(s)">
          <List>
            <li>Name required or length incorrect</li>
            <li>Valid email required.</li>
          </List>
        </Alert>
      </Specimen>
      <Specimen label="success" wide>
        <Alert tone="success">Message has been sent to our team</Alert>
      </Specimen>
      <Specimen label="information" wide>
        <Alert tone="info">The map loads only when you ask for it.</Alert>
      </Specimen>
    </Group>
  );
}
