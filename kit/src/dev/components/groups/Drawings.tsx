import { Illustration, illustrations, Logo, Mark, SocialMark, Street } from '@site/shared';
import { Group } from '../sheet/Group.tsx';
import { Specimen } from '../sheet/Specimen.tsx';

export function Drawings() {
  return (
    <Group title="Marks and drawings">
      <Specimen label="logo">
        <Logo />
      </Specimen>
      <Specimen label="mark">
        <Mark />
      </Specimen>
      <Specimen label="social marks">
        <div className="specimen-row">
          <SocialMark network="linkedin" />
          <SocialMark network="github" />
        </div>
      </Specimen>
      {[illustrations.houseLondon, illustrations.houseBethune, illustrations.houseBarcelona].map((src) => (
        <Specimen key={src} label="house">
          <Illustration src={src} width={168} height={185} eager />
        </Specimen>
      ))}
      <Specimen label="street" wide>
        <Street eager />
      </Specimen>
    </Group>
  );
}
