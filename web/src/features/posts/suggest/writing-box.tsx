import { Suspense, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { AutoTextarea, type AutoTextareaProps } from '../../../ui/auto-textarea.tsx';
import { LazyOverlay } from '../../../ui/lazy-overlay.tsx';
import { insertFor } from './insert-for.ts';
import type { ShownList } from './suggestion-list.tsx';
import { tokenAt } from './token.ts';

const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

/** Takes a key, and tells whether it was for the list. */
export type TakeKey = (event: KeyboardEvent) => boolean;

export interface WritingBoxProps extends Omit<AutoTextareaProps, 'onSelect' | 'value'> {
  value: string;
  /** The list pushes what follows down, for dialogs, which would cut it off. */
  isInFlow?: boolean;
}

/** A text box that offers people after `@` and hashtags after `#`. A drop-in for AutoTextarea. */
export function WritingBox({ isInFlow = false, ref, ...box }: WritingBoxProps) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const takeKey = useRef<TakeKey | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  /** Where the token began that Escape was pressed in. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [list, setList] = useState<ShownList>();
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
        // Not also the dialog around it.
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
        <Suspense fallback={null}>
          {token && (
            <SuggestionList
              key={token.kind}
              id={listId}
              token={token}
              isInFlow={isInFlow}
              takeKey={takeKey}
              onShown={setList}
              onPick={(text) => area.current && insertFor(area.current, token, text)}
            />
          )}
        </Suspense>
      </LazyOverlay>
    </div>
  );
}
