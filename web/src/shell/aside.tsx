import { Mark } from '../ui/mark.tsx';

/** The right column. Quiet for now: whose house this is. */
export function Aside() {
  return (
    <div className="hidden lg:block">
      <footer className="sticky top-(--offline-bar) flex h-[calc(100dvh-var(--offline-bar))] items-end gap-2 px-6 py-6 text-meta text-muted">
        <Mark className="size-4.5 shrink-0" />
        <p>Roost, a social network people run themselves.</p>
      </footer>
    </div>
  );
}
