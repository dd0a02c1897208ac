import { clsx } from 'clsx';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { sidewaysFade, useSidewaysScroll } from './use-sideways-scroll.ts';

export interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  value: Value;
  /** Also called when a person presses the active tab. */
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string }[];
  /** The tabs stay at the top of the page while the panel scrolls. */
  sticky?: boolean;
  /** The panel of the active tab. */
  children?: ReactNode;
}

/** In a right-to-left language the next tab is on the left. */
const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + (document.dir === 'rtl' ? count - 1 : 1)) % count,
  ArrowLeft: (index, count) => (index + (document.dir === 'rtl' ? 1 : count - 1)) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with arrow keys. The Tab key reaches only the active one. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  sticky,
  children,
}: TabsProps<Value>) {
  const id = useId();
  // The tabs may arrive after the choice.
  const list = useSidewaysScroll(`${value} ${tabs.length}`);

  // While no tab is active, the Tab key reaches the first one.
  const reachable = tabs.find((tab) => tab.value === value) ?? tabs[0];

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const chosen = tabs.findIndex((tab) => tab.value === value);
    const index = step(chosen, tabs.length);
    // An arrow key on a single tab changes nothing. Only a press repeats the choice.
    if (index !== chosen) onChange(tabs[index]!.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        data-stays-at-top={sticky || undefined}
        onKeyDown={onKeyDown}
        className={clsx(
          // The tabs scroll sideways if they do not fit, such as with large text. They fade at an edge that hides more.
          'flex overflow-x-auto border-b border-line [scrollbar-width:none]',
          sidewaysFade,
          // A position of its own, from which the tabs measure theirs.
          !sticky && 'relative',
          sticky && 'sticky top-(--top-bar) z-10 bg-page transition-[top] duration-(--in)',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab === reachable ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="group flex min-h-13 flex-1 items-center justify-center px-2.5 text-name whitespace-nowrap md:px-4 font-medium text-muted transition-colors hover:bg-hover aria-selected:font-semibold aria-selected:text-text focus-visible:-outline-offset-2"
          >
            <span className="relative flex h-full items-center">
              <span dir="auto" className="max-w-52 truncate">
                {tab.label}
              </span>
              <span className="absolute inset-x-0 bottom-0 h-[3px] rounded-full bg-accent opacity-0 group-aria-selected:opacity-100" />
            </span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
