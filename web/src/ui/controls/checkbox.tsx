interface CheckboxProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** It takes the focus when it appears. */
  autoFocus?: boolean;
  onChange: (checked: boolean) => void;
}

/** The browser's own checkbox, with its label. */
export function Checkbox({ label, checked, disabled, autoFocus, onChange }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-touch">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
