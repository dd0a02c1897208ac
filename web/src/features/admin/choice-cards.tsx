import { useId } from 'react';

interface ChoiceCardsProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  choices: readonly { value: Value; label: string; about: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Chooses one of a few options, each with a sentence about its effect. They are native radio buttons. */
export function ChoiceCards<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoiceCardsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-col gap-2">
      {choices.map((choice) => {
        const id = `${name}-${choice.value}`;
        return (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-3 rounded-input border border-line px-3.5 py-3 transition-colors hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              aria-labelledby={id}
              aria-describedby={`${id}-about`}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span id={id} className="block text-name font-semibold">
                {choice.label}
              </span>
              <span id={`${id}-about`} className="block text-meta text-muted">
                {choice.about}
              </span>
            </span>
          </label>
        );
      })}
    </div>
  );
}
