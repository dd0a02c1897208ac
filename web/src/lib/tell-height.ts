/** Tells the page the height of an element while it is there, as a property of its root such as `--chat-foot`. */
export function tellHeight(element: HTMLElement | null, property: string) {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty(property, `${element.offsetHeight}px`),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}
