// The turns: folded, filtered, gone to; and the rules that changed them.

export function turnActions({ state, engine, lists, draw }, actions) {
  async function arrange(at) {
    const { unfolded, filter } = state;
    const count = await engine.ask('arrange', { unfolded, ...filter });
    if (count === undefined) return;
    lists.turns.reset(count);
    draw();
    if (at !== undefined) await goTo(at);
  }

  async function goTo(row) {
    state.tab = 'provider';
    state.focused = row;
    draw();
    let place = await engine.ask('placeOf', { row });
    if (place === -1) {
      state.filter = { kinds: [], rules: [] };
      lists.turns.reset(await engine.ask('arrange', { unfolded: state.unfolded }));
      place = await engine.ask('placeOf', { row });
    }
    if (place === undefined || place < 0) return;
    const element = await lists.turns.show(place);
    const fold = lists.turns.item(place);
    if (fold?.from !== undefined) {
      state.unfolded = [...state.unfolded, fold.from];
      return arrange(row);
    }
    element?.querySelector('.row')?.focus({ preventScroll: true });
  }

  async function step(direction) {
    if (state.tab !== 'provider' || !state.result?.items) return;
    const from = state.focused === undefined ? -1 : await engine.ask('placeOf', { row: state.focused });
    const row = await engine.ask('changedFrom', { item: from ?? -1, step: direction });
    if (row !== undefined) await goTo(row);
  }

  async function listPlaces(rule) {
    const known = state.places.get(rule) ?? [];
    const more = await engine.ask('changes', { rule, from: known.length });
    if (more) state.places.set(rule, [...known, ...more]);
    draw();
  }

  return {
    goTo,
    listPlaces,
    next: () => step(1),
    previous: () => step(-1),
    unfold(from) {
      state.unfolded = [...state.unfolded, from];
      return arrange(from);
    },
    filterKind(kind) {
      state.filter = { ...state.filter, kinds: toggled(state.filter.kinds, kind) };
      return arrange();
    },
    filterRule(rule) {
      state.filter = { ...state.filter, rules: rule ? [rule] : [] };
      return arrange();
    },
    showAll() {
      state.filter = { kinds: [], rules: [] };
      return arrange();
    },
    async wholeRow(id) {
      const row = await engine.ask('row', { id, whole: true });
      if (row) lists.turns.replace((item) => item.id === id, row);
      draw();
    },
    async toggleRule(rule, open) {
      if (open === state.openRules.has(rule)) return;
      if (open) state.openRules.add(rule);
      else state.openRules.delete(rule);
      if (open && state.result?.counts?.[rule] && !state.places.has(rule)) await listPlaces(rule);
      draw();
    },
    /** The rule beside its changes; one that changed nothing has its own page. */
    async showRule(rule) {
      if (!state.result?.counts?.[rule]) return actions.openRule(rule);
      state.tab = 'provider';
      await actions.toggleRule(rule, true);
      draw();
      await Promise.resolve();
      const entry = document.getElementById(`rule-${rule}`);
      entry?.scrollIntoView({ block: 'start' });
      entry?.querySelector('summary').focus({ preventScroll: true });
    },
  };
}

const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
