import type { Store } from '../../../lib/store.ts';
import { useStore } from '../../../lib/store.ts';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';

interface ChoiceRowProps<Value extends string> {
  label: string;
  /** One sentence about the effect. */
  about?: string;
  choice: Store<Value>;
  options: readonly { value: Value; label: string }[];
}

/** A choice of this browser with its label. It acts at once. */
export function ChoiceRow<Value extends string>({
  label,
  about,
  choice,
  options,
}: ChoiceRowProps<Value>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
      <div className="min-w-0 flex-[1_1_10rem]">
        {/* The name of the control is the same text. */}
        <p aria-hidden className="text-name font-medium">
          {label}
        </p>
        {about !== undefined && <p className="mt-0.5 text-meta text-muted">{about}</p>}
      </div>
      <SegmentedControl
        label={label}
        value={useStore(choice)}
        onChange={choice.set}
        options={options}
      />
    </div>
  );
}
