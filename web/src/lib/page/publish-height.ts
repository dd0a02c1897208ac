/** Publishes the height of an element as a CSS property of the document root, such as `--chat-foot`. */
export function publishHeight(element: HTMLElement | null, property: string) {
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
