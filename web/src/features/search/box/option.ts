/** CSS classes of an option in the search box's list. */
export const option =
  'flex min-h-11 cursor-pointer items-center gap-3 outline-none select-none data-highlighted:bg-hover';
