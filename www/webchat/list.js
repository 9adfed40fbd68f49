// A window on a long list: a few pages of rows are in the document, and more come as one scrolls or asks for them.
import { rowElement } from './row.js';

/** Rows that come at once. */
const PAGE = 30;

/** Rows in the document, at most. */
const MOST = 4 * PAGE;

/** Pixels from an end of the list at which the next page is fetched. */
const AHEAD = 400;

/** How much of what is seen goes when one turns to older or newer rows. */
const SCREEN = 0.9;

/** Pixels from the end that still count as being there. */
const AT_END = 40;

export class HistoryList {
  #scroller;
  #rows;
  #buttons;
  #fetch;
  #onView;
  #from = 0;
  #to = 0;
  #total = 0;
  /** Rows that came in below while one reads above. */
  #unread = 0;
  /** One thing at a time: what comes next waits for what is being fetched. */
  #last = Promise.resolve();

  /**
   * @param {(from: number, to: number) => Promise<object[]>} fetchEntries
   * @param {() => void} onView is told when other rows are shown
   */
  constructor({ scroller, rows, buttons, fetchEntries, onView }) {
    this.#scroller = scroller;
    this.#rows = rows;
    this.#buttons = buttons;
    this.#fetch = fetchEntries;
    this.#onView = onView;
    buttons.oldest.addEventListener('click', () => this.#jump(0));
    buttons.older.addEventListener('click', () => this.#turn(-1));
    buttons.newer.addEventListener('click', () => this.#turn(1));
    buttons.latest.addEventListener('click', () => this.#jumpToEnd());
    buttons.unread.addEventListener('click', () => this.#jumpToEnd());
    scroller.addEventListener('scroll', () => this.#atEnds(), { passive: true });
  }

  get view() {
    return { from: this.#from, to: this.#to, total: this.#total };
  }

  /** Shows a list of so many rows, from its end or with the row at `place` on top. */
  open(total, place = total) {
    return this.#then(() => {
      this.#total = total;
      this.#unread = 0;
      return place < total ? this.#show(place) : this.#showEnd();
    });
  }

  /** Rows from `from` on are other ones now. */
  change(from, total) {
    return this.#then(async () => {
      const follows = this.#to === this.#total;
      const wasAtEnd = follows && this.#isAtEnd();
      this.#total = total;
      if (!follows && from >= this.#to) return this.#count(total - Math.max(from, this.#to));
      const start = Math.max(from, this.#from);
      const entries = await this.#fetch(start, follows ? total : Math.min(total, this.#to));
      const added = start + entries.length - this.#to;
      this.#keepPlace(() => {
        while (this.#rows.children.length > start - this.#from) this.#rows.lastElementChild.remove();
        this.#rows.append(...entries.map(rowElement));
        this.#to = start + entries.length;
        this.#trimStart();
      });
      if (wasAtEnd) this.#scrollTo(this.#scroller.scrollHeight);
      else this.#count(added);
      this.#tell();
    });
  }

  /** The place of the first row that one sees. */
  firstInView() {
    const top = this.#scroller.getBoundingClientRect().top;
    const index = [...this.#rows.children].findIndex((row) => row.getBoundingClientRect().bottom > top);
    return this.#from + Math.max(index, 0);
  }

  #then(work) {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }

  /** A screen up or down; what is not there yet comes as for any scrolling. */
  #turn(direction) {
    this.#scroller.scrollBy(0, direction * SCREEN * this.#scroller.clientHeight);
  }

  #jump(place) {
    return this.#then(() => this.#show(place));
  }

  #jumpToEnd() {
    return this.#then(() => this.#showEnd());
  }

  async #showEnd() {
    await this.#show(Math.max(0, this.#total - PAGE));
    this.#scrollTo(this.#scroller.scrollHeight);
    this.#unread = 0;
    this.#tell();
  }

  /** Shows a page with the row at `place` on top. */
  async #show(place) {
    const to = Math.min(this.#total, place + PAGE);
    const from = Math.max(0, Math.min(place, to - PAGE));
    const entries = await this.#fetch(from, to);
    this.#rows.replaceChildren(...entries.map(rowElement));
    this.#from = from;
    this.#to = from + entries.length;
    this.#tell();
    const top = this.#rows.children[place - from];
    this.#scrollTo(place > 0 && top ? top.offsetTop - this.#rows.offsetTop : 0);
  }

  #older() {
    return this.#then(async () => {
      const from = Math.max(0, this.#from - PAGE);
      if (from === this.#from) return;
      const entries = await this.#fetch(from, this.#from);
      this.#keepPlace(() => {
        this.#rows.prepend(...entries.map(rowElement));
        this.#from = from;
        while (this.#to - this.#from > MOST) {
          this.#rows.lastElementChild.remove();
          this.#to -= 1;
        }
      });
      this.#tell();
    });
  }

  #newer() {
    return this.#then(async () => {
      if (this.#to === this.#total) return;
      const entries = await this.#fetch(this.#to, Math.min(this.#total, this.#to + PAGE));
      this.#keepPlace(() => {
        this.#rows.append(...entries.map(rowElement));
        this.#to += entries.length;
        this.#trimStart();
      });
      if (this.#to === this.#total) this.#unread = 0;
      this.#tell();
    });
  }

  #trimStart() {
    while (this.#to - this.#from > MOST) {
      this.#rows.firstElementChild.remove();
      this.#from += 1;
    }
  }

  /** Changes the rows while the one that is seen first stays where it is. */
  #keepPlace(change) {
    const anchor = this.#rows.children[this.firstInView() - this.#from];
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (anchor?.isConnected) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  }

  #count(added) {
    this.#unread += Math.max(0, added);
    this.#tell();
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    return scrollTop + clientHeight >= scrollHeight - AT_END;
  }

  #scrollTo(top) {
    this.#scroller.scrollTop = top;
  }

  /** Near an end of what is there, the next page comes by itself. */
  #atEnds() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (this.#isAtEnd() && this.#to === this.#total && this.#unread > 0) {
      this.#unread = 0;
      this.#tell();
    }
    if (scrollTop < AHEAD && this.#from > 0) this.#older();
    else if (scrollTop + clientHeight > scrollHeight - AHEAD && this.#to < this.#total) this.#newer();
  }

  #tell() {
    const { oldest, older, newer, latest, unread } = this.#buttons;
    // A button that has the focus keeps it: one that is of no use says so, and stays.
    for (const button of [oldest, older]) button.ariaDisabled = String(this.#from === 0);
    for (const button of [newer, latest]) button.ariaDisabled = String(this.#to === this.#total);
    unread.hidden = this.#unread === 0;
    unread.textContent = `${this.#unread} new ${this.#unread === 1 ? 'row' : 'rows'}`;
    this.#onView();
  }
}
