import { clampZoom, swipeStep, TAP_SCALE, UNZOOMED, zoomAround, type Zoom } from './zoom.ts';

interface Listener {
  /** Show the next or the previous slide. */
  onStep: (step: -1 | 1) => void;
  /** Close the viewer: the person dragged the picture down, or pressed beside it. */
  onLeave: () => void;
}

interface Point {
  x: number;
  y: number;
}
type Mode = 'undecided' | 'turn' | 'leave' | 'pan' | 'pinch';

const TAP_SLOP_PX = 8;
const DOUBLE_TAP_MS = 300;
const CLOSE_DRAG_PX = 110;
/** In px: the browser's own controls at the bottom of a video. */
const CONTROLS_HEIGHT_PX = 72;

/**
 * The viewer's gestures: swipe to another slide, drag down to close, pinch or double-tap to zoom, and drag to pan. It
 * writes movements directly to the elements. React receives only the result.
 */
export class Gestures {
  private readonly viewport: HTMLElement;
  private readonly listener: Listener;
  private readonly canTurn: boolean;
  private readonly pointers = new Map<number, Point>();
  private mode: Mode = 'undecided';
  private start = { x: 0, y: 0, at: 0 };
  private pinch = { distance: 1, zoom: UNZOOMED };
  private zoom: Zoom = UNZOOMED;
  private lastTap = { at: 0, x: 0, y: 0 };

  constructor(viewport: HTMLElement, canTurn: boolean, listener: Listener) {
    this.viewport = viewport;
    this.canTurn = canTurn;
    this.listener = listener;
  }

  /** Starts listening. Returns the function that stops it. */
  listen(): () => void {
    const off = new AbortController();
    const { signal } = off;
    const { viewport } = this;
    viewport.addEventListener('pointerdown', (event) => this.down(event), { signal });
    viewport.addEventListener('pointermove', (event) => this.move(event), { signal });
    viewport.addEventListener('pointerup', (event) => this.up(event, true), { signal });
    viewport.addEventListener('pointercancel', (event) => this.up(event, false), { signal });
    // A trackpad pinch is a wheel event with Ctrl. Without `preventDefault` the whole page would zoom.
    viewport.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    return () => off.abort();
  }

  /** Zooms by a key press, around the middle. */
  zoomBy(factor: number): void {
    this.setZoom(zoomAround(this.zoom, this.zoom.scale * factor, { x: 0, y: 0 }));
  }

  reset(): void {
    this.zoom = UNZOOMED;
    this.pointers.clear();
    this.viewport.style.removeProperty('--drag');
    this.viewport.style.removeProperty('--down');
    delete this.viewport.dataset['moving'];
    for (const picture of this.viewport.querySelectorAll<HTMLElement>('[data-picture]'))
      picture.style.transform = '';
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || isOnControls(event)) return;
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) {
      this.mode = 'pinch';
      this.pinch = { distance: this.spread().distance, zoom: this.zoom };
    } else if (this.pointers.size === 1) {
      this.mode = 'undecided';
      this.start = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    }
  }

  private move(event: PointerEvent): void {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId)!;
    const x = event.clientX - this.start.x;
    const y = event.clientY - this.start.y;
    if (this.mode === 'undecided') this.decide(event, x, y);
    if (this.mode === 'turn') this.drag(x, 0);
    else if (this.mode === 'leave') this.drag(0, Math.max(0, y));
    else if (this.mode === 'pan')
      this.setZoom({
        ...this.zoom,
        x: this.zoom.x + event.clientX - before.x,
        y: this.zoom.y + event.clientY - before.y,
      });
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.mode === 'pinch' && this.pointers.size === 2) {
      const { distance, middle } = this.spread();
      const { zoom, distance: first } = this.pinch;
      this.setZoom(zoomAround(zoom, (zoom.scale * distance) / first, middle));
    }
  }

  private decide(event: PointerEvent, x: number, y: number): void {
    if (Math.hypot(x, y) < TAP_SLOP_PX) return;
    if (this.zoom.scale > 1) this.mode = 'pan';
    else if (Math.abs(x) > Math.abs(y)) this.mode = this.canTurn ? 'turn' : 'undecided';
    else this.mode = event.pointerType === 'mouse' || y < 0 ? 'undecided' : 'leave';
    // The gesture captures the pointer, so its end does not click anything.
    if (this.mode !== 'undecided') this.viewport.setPointerCapture(event.pointerId);
  }

  private up(event: PointerEvent, isMeant: boolean): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const x = event.clientX - this.start.x;
    const y = event.clientY - this.start.y;
    const { mode } = this;
    if (this.pointers.size > 0) {
      // One finger of a pinch is still down. It now pans.
      this.mode = 'pan';
      return;
    }
    this.mode = 'undecided';
    this.drag();
    if (!isMeant) return;
    if (mode === 'turn') {
      const speed = x / Math.max(1, event.timeStamp - this.start.at);
      const step = swipeStep(x, speed, this.viewport.clientWidth);
      if (step !== 0) this.listener.onStep(step);
    } else if (mode === 'leave') {
      if (y > CLOSE_DRAG_PX) this.listener.onLeave();
    } else if (mode === 'undecided' && Math.hypot(x, y) < TAP_SLOP_PX) this.tap(event);
  }

  private tap(event: PointerEvent): void {
    const { clientX: x, clientY: y, timeStamp: at, target } = event;
    const picture = target instanceof Element ? target.closest('[data-picture]') : null;
    if (!picture) return this.listener.onLeave();
    const isSecond =
      at - this.lastTap.at < DOUBLE_TAP_MS &&
      Math.hypot(x - this.lastTap.x, y - this.lastTap.y) < 30;
    this.lastTap = isSecond ? { at: 0, x: 0, y: 0 } : { at, x, y };
    if (!isSecond || picture.querySelector('video')) return;
    const scale = this.zoom.scale > 1 ? 1 : TAP_SCALE;
    this.setZoom(zoomAround(this.zoom, scale, this.fromMiddle({ x, y })));
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const scale = this.zoom.scale * Math.exp(-event.deltaY / 100);
    const at = this.fromMiddle({ x: event.clientX, y: event.clientY });
    this.setZoom(zoomAround(this.zoom, scale, at));
  }

  private drag(across = 0, down = 0): void {
    const { style, dataset } = this.viewport;
    style.setProperty('--drag', `${across}px`);
    style.setProperty('--down', `${down}px`);
    if (across === 0 && down === 0) delete dataset['moving'];
    else dataset['moving'] = '';
  }

  private setZoom(zoom: Zoom): void {
    const picture = this.viewport.querySelector<HTMLElement>('[data-current] [data-picture]');
    if (!picture || picture.querySelector('video')) return;
    const size = { width: picture.offsetWidth, height: picture.offsetHeight };
    const { clientWidth: width, clientHeight: height } = this.viewport;
    this.zoom = zoom.scale === 1 ? UNZOOMED : clampZoom(zoom, size, { width, height });
    const { scale, x, y } = this.zoom;
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  }

  private spread(): { distance: number; middle: Point } {
    const [a, b] = [...this.pointers.values()] as [Point, Point];
    const middle = this.fromMiddle({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    return { distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), middle };
  }

  private fromMiddle({ x, y }: Point): Point {
    const { left, top, width, height } = this.viewport.getBoundingClientRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  }
}

function isOnControls({ target, clientY }: PointerEvent): boolean {
  if (!(target instanceof HTMLVideoElement)) return false;
  return clientY > target.getBoundingClientRect().bottom - CONTROLS_HEIGHT_PX;
}
