// A list of any length, of which only what is on the screen is there. What is drawn of its items comes from the worker,
// a block at a time.
import { Virtualizer, observeWindowOffset, observeWindowRect, windowScroll } from '@tanstack/virtual-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';

/** Items that are asked for at once. */
const BLOCK = 10;

/** Blocks that are kept. */
const KEPT_BLOCKS = 60;

/** Items that are drawn on each side of the screen, so that short lists are wholly there. */
const OVERSCAN = 8;

/** Frames that an item may take to arrive and to find its place. */
const SETTLING_FRAMES = 60;

export class VirtualList {
  #load;
  #draw;
  #blocks = new Map();
  #asked = new Set();
  #generation = 0;
  #element;
  #unmount;
  #virtualizer;

  /**
   * @param {{ load: (range: { from: number, to: number }) => Promise<object[] | undefined>, draw: () => void,
   *   height: number }} how `height` of an item that was not measured yet, in pixels.
   */
  constructor({ load, draw, height }) {
    this.#load = load;
    this.#draw = draw;
    this.#virtualizer = new Virtualizer(this.#options(0, height));
  }

  #options(count, height) {
    return {
      count,
      estimateSize: () => height,
      overscan: OVERSCAN,
      scrollMargin: this.#margin(),
      getScrollElement: () => (this.#element ? window : null),
      observeElementRect: observeWindowRect,
      observeElementOffset: observeWindowOffset,
      scrollToFn: windowScroll,
      initialOffset: () => window.scrollY,
      onChange: () => this.#draw(),
    };
  }

  get count() {
    return this.#virtualizer.options.count;
  }

  /** Begins anew with so many items. */
  reset(count) {
    this.#generation++;
    this.#blocks.clear();
    this.#asked.clear();
    this.#virtualizer.setOptions({ ...this.#virtualizer.options, count });
    this.#virtualizer.measure();
  }

  /** Changes an item that is there. */
  replace(isIt, item) {
    for (const block of this.#blocks.values()) {
      const at = block.findIndex(isIt);
      if (at !== -1) block[at] = item;
    }
  }

  /** The item at an index, when it is there. */
  item(index) {
    return this.#blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK];
  }

  /** The index of the first item on the screen. */
  get first() {
    return this.#virtualizer.getVirtualItems().find(({ end }) => end > window.scrollY)?.index ?? 0;
  }

  /** @param {(item: object, index: number) => unknown} row Draws the inside of an item. */
  view(row, { label, className }) {
    const shown = this.#virtualizer.getVirtualItems();
    const { scrollMargin } = this.#virtualizer.options;
    this.#ask(shown);
    const top = (shown[0]?.start ?? scrollMargin) - scrollMargin;
    const bottom = this.#virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
    return html`<div
      class="virtual"
      ${ref(this.#attach)}
      .style=${`padding-top:${top}px;padding-bottom:${Math.max(0, bottom)}px`}
    >
      <ol class=${className} aria-label=${label}>
        ${repeat(
          shown,
          ({ key }) => key,
          ({ index }) => {
            const item = this.item(index);
            return html`<li data-index=${index} aria-setsize=${this.count} aria-posinset=${index + 1}>
              ${item === undefined ? html`<div class="pending"></div>` : (row(item, index) ?? nothing)}
            </li>`;
          },
        )}
      </ol>
    </div>`;
  }

  /** After each drawing: sizes are taken from what is there. */
  measure() {
    if (!this.#element) return;
    const margin = this.#margin();
    if (margin !== this.#virtualizer.options.scrollMargin) {
      this.#virtualizer.setOptions({ ...this.#virtualizer.options, scrollMargin: margin });
    }
    this.#virtualizer._willUpdate();
    for (const item of this.#element.firstElementChild.children) {
      // What is not there yet would be measured as nothing.
      if (this.item(Number(item.dataset.index))) this.#virtualizer.measureElement(item);
    }
  }

  /** Scrolls to an item. @returns {Promise<HTMLElement | undefined>} The item, once it is there. */
  async show(index) {
    let last;
    for (let frame = 0; frame < SETTLING_FRAMES; frame++) {
      this.#virtualizer.scrollToIndex(index, { align: 'center' });
      this.#draw();
      await new Promise((resolve) => setTimeout(resolve, 16));
      const element = this.#element?.querySelector(`[data-index="${index}"]`);
      const top = element?.getBoundingClientRect().top;
      const isThere = element && this.item(index) && top >= 0 && top < window.innerHeight;
      if (isThere && top === last) return element;
      last = top;
    }
    return undefined;
  }

  #margin() {
    return this.#element ? Math.round(this.#element.getBoundingClientRect().top + window.scrollY) : 0;
  }

  /** One function for all drawings: lit would detach and attach for another. */
  #attach = (element) => {
    if (element === this.#element) return;
    this.#element = element;
    this.#unmount?.();
    this.#unmount = element ? this.#virtualizer._didMount() : undefined;
    if (element) queueMicrotask(this.#draw);
  };

  #ask(shown) {
    if (shown.length === 0) return;
    const [first, last] = [shown[0].index, shown.at(-1).index].map((index) => Math.floor(index / BLOCK));
    for (let block = first; block <= last; block++) if (!this.#asked.has(block)) this.#fetch(block);
    this.#forget((first + last) / 2);
  }

  async #fetch(block) {
    const generation = this.#generation;
    this.#asked.add(block);
    // What fails has its own way to be told.
    const items = await this.#load({ from: block * BLOCK, to: (block + 1) * BLOCK }).catch(() => undefined);
    if (generation !== this.#generation || !items) return;
    this.#blocks.set(block, items);
    this.#draw();
  }

  /** Keeps the blocks that are nearest. */
  #forget(middle) {
    if (this.#blocks.size <= KEPT_BLOCKS) return;
    const farthest = [...this.#blocks.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle))[0];
    this.#blocks.delete(farthest);
    this.#asked.delete(farthest);
  }
}
