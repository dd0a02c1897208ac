const pages = [
  ['/privacy/', 'Privacy'],
  ['/terms-and-conditions/', 'Terms'],
  ['/cancellation-and-refunds/', 'Refunds'],
  ['/shipping/', 'Shipping'],
  ['/contact-us/', 'Contact'],
] as const;

/** Below a dialog's content. */
export const policyFoot =
  'mt-3 flex flex-wrap gap-x-4 border-t border-line pt-3 text-meta text-muted';

/** The way to the pages outside the app that everybody may read; by a full load. */
export function PolicyLinks({ className }: { className?: string }) {
  return (
    <ul className={className}>
      {pages.map(([href, label]) => (
        <li key={href}>
          <a
            href={href}
            className="inline-flex items-center py-0.5 hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
