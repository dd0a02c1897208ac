import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  /** The name of the button that empties the field. */
  clearLabel: string;
  onClear: () => void;
}

/** A round input with a magnifier. While it has text, a button empties it. */
export function SearchField({ label, clearLabel, onClear, ...rest }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto text-muted" />
      <input
        enterKeyHint="search"
        dir="auto"
        {...rest}
        aria-label={label}
        className="block h-11 w-full rounded-full border border-control bg-raised px-12 text-input text-ellipsis focus-visible:outline-offset-0 md:text-body [&::-webkit-search-cancel-button]:hidden"
      />
      {rest.value !== '' && (
        <IconButton
          label={clearLabel}
          onClick={onClear}
          className="absolute inset-y-0 end-1 my-auto"
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
