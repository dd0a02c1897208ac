const pages = [
  ['/privacy/', 'Privacy'],
  ['/terms-and-conditions/', 'Terms'],
  ['/cancellation-and-refunds/', 'Refunds'],
  ['/shipping/', 'Shipping'],
  ['/contact-us/', 'Contact'],
] as const;

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
