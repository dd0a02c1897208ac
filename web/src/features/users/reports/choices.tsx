import { useId, type ComponentProps } from 'react';

/** A checkbox or a radio button with its label, which may be long. */
export function Choice({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-9 items-start gap-2.5 py-1.5 pointer-coarse:min-h-touch pointer-coarse:py-2.5">
      <input {...input} className="mt-0.5 size-4.5 shrink-0 accent-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
    </label>
  );
}

interface RadioListProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** The list takes the focus when it appears. */
  isFocused?: boolean;
}

/** One of several texts. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  onChange,
  isFocused = false,
}: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-meta font-medium">{label}</legend>
      {options.map((option, index) => (
        <Choice
          key={option.value}
          type="radio"
          name={name}
          label={option.label}
          autoFocus={isFocused && index === 0}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  );
}
