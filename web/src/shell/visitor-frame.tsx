import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadingMark } from '../ui/loading-mark.tsx';
import { Mark } from '../ui/mark.tsx';
import { PolicyLinks } from './policy-links.tsx';
import { Wires } from './wires.tsx';

/** What stands around the pages of the signed-out: the house from outside, and a door. */
export function VisitorFrame() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(30rem,0.85fr)]">
      <aside className="relative hidden overflow-hidden bg-accent-soft lg:block">
        <Wires className="absolute inset-0 size-full text-accent-text" />
        <p className="absolute bottom-12 left-12 max-w-[22ch] text-display font-bold text-balance">
          A social network that people run themselves.
        </p>
      </aside>
      <main
        id="content"
        className="flex flex-col px-6 pt-[max(3rem,env(safe-area-inset-top))] pb-12 md:justify-center"
      >
        <div className="mx-auto w-full max-w-sm">
          <div className="mb-8 flex items-center gap-2.5">
            <Mark className="size-9 text-accent-text" />
            <span className="text-title font-bold">Roost</span>
          </div>
          <Suspense fallback={<LoadingMark className="h-80" />}>
            <Outlet />
          </Suspense>
          <footer className="mt-12 text-meta text-muted">
            <PolicyLinks className="flex flex-wrap justify-center gap-x-4" />
          </footer>
        </div>
      </main>
    </div>
  );
}
