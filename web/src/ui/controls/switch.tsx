import { useId, type ReactNode } from 'react';

export interface SwitchProps {
  label: string;
  /** One sentence about the effect. */
  about?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Turns something on or off at once. The whole row is the target. It is a native checkbox in the shape of a switch. */
export function Switch({ label, about, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-11 items-center justify-between gap-6 py-2">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-name font-medium after:absolute after:inset-0">
          {label}
        </label>
        {about !== undefined && (
          <p id={`${id}-about`} className="mt-0.5 text-meta text-muted">
            {about}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        onChange={({ target }) => onChange(target.checked)}
        className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-5 before:rounded-full before:bg-page before:transition-[translate] checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:opacity-50 rtl:checked:before:-translate-x-4 forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </div>
  );
}
