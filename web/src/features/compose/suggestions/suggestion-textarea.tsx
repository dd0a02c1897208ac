import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { AutoTextarea, type AutoTextareaProps } from '../../../ui/controls/auto-textarea.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { insertSuggestion } from './insert-suggestion.ts';
import type { TakeKey } from './list-keys.ts';
import type { ListState } from './suggestion-list.tsx';
import { tokenAt } from './token.ts';

const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

export interface SuggestionTextareaProps extends Omit<AutoTextareaProps, 'onSelect' | 'value'> {
  value: string;
  /** The list pushes the following elements down. For dialogs, which would clip it. */
  isInFlow?: boolean;
}

/** A text box that suggests people after `@` and hashtags after `#`. Its props are those of AutoTextarea. */
export function SuggestionTextarea({ isInFlow = false, ref, ...box }: SuggestionTextareaProps) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const takeKey = useRef<TakeKey | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  /** The start of the token for which the person pressed Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [list, setList] = useState<ListState>();
  const found = caret === null || box.readOnly ? null : tokenAt(box.value, caret);
  if (dismissed !== null && caret !== null && found?.start !== dismissed) setDismissed(null);
  const token = found && found.start !== dismissed ? found : null;

  function note({ selectionStart, selectionEnd }: HTMLTextAreaElement) {
    setCaret(selectionStart === selectionEnd ? selectionEnd : null);
  }

  function onChange(event: ChangeEvent<HTMLTextAreaElement>) {
    box.onChange?.(event);
    note(event.target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (token && !event.nativeEvent.isComposing) {
      if (event.key === 'Escape' && list) {
        setDismissed(token.start);
        // Otherwise Escape would also close the surrounding dialog.
        event.stopPropagation();
        return;
      }
      if (takeKey.current?.(event)) {
        event.preventDefault();
        return;
      }
    }
    box.onKeyDown?.(event);
  }

  return (
    <div className="relative">
      <AutoTextarea
        {...box}
        ref={(element) => {
          area.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onSelect={(event) => note(event.currentTarget)}
        onBlur={(event) => {
          setCaret(null);
          box.onBlur?.(event);
        }}
        aria-autocomplete="list"
        aria-haspopup={token && list ? 'listbox' : undefined}
        aria-controls={token && list ? listId : undefined}
        aria-activedescendant={token ? list?.active : undefined}
      />
      <LazyOverlay open={token !== null} onFailed={() => setDismissed(token?.start ?? null)}>
        {token && (
          <SuggestionList
            key={token.kind}
            id={listId}
            token={token}
            isInFlow={isInFlow}
            takeKey={takeKey}
            onShown={setList}
            onPick={(text) => area.current && insertSuggestion(area.current, token, text)}
          />
        )}
      </LazyOverlay>
    </div>
  );
}
