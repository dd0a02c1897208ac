import * as words from '#words/users';
import { Choice } from './choices.tsx';
import type { ReportRequest } from './report-request.ts';

/** The viewer's mute or block of the person, beside the report. */
export interface Measures {
  mute: boolean;
  block: boolean;
}

interface SideMeasuresProps {
  person: ReportRequest['person'];
  isBlocked: boolean;
  measures: Measures;
  onChange: (measures: Measures) => void;
}

/** Offers to mute and to block the person together with the report. */
export function SideMeasures({ person, isBlocked, measures, onChange }: SideMeasuresProps) {
  if (isBlocked) return null;
  return (
    <div>
      <Choice
        type="checkbox"
        label={words.alsoMute(person)}
        checked={measures.mute}
        onChange={({ target }) => onChange({ ...measures, mute: target.checked })}
      />
      <Choice
        type="checkbox"
        label={words.alsoBlock(person)}
        checked={measures.block}
        onChange={({ target }) => onChange({ ...measures, block: target.checked })}
      />
    </div>
  );
}
