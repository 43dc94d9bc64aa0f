import { CountdownRing, Spinner } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

export function Waiting() {
  return (
    <Group title="Waiting">
      {[10, 7, 0].map((left) => (
        <Specimen key={left} label={`countdown ring, ${left} of 10 seconds left`}>
          <CountdownRing total={10} left={left} label="Time until the door opens" />
        </Specimen>
      ))}
      <Specimen label="spinner">
        <Spinner label="Loading" />
      </Specimen>
    </Group>
  );
}
