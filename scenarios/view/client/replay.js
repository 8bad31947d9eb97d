/* The state of every Advisor at an instant; scenarios/view/replayed_rows.py computes the same. */
const ENDS = new Set(["finished", "timed out", "failed", "cancelled"]);

export const countAt = (events, ns) => events.filter((event) => event.ns <= ns).length;

function compare(a, b) {
  if (a.tier !== b.tier) return a.tier - b.tier;
  if (a.rank !== b.rank) return a.rank - b.rank;
  const [one, two] = [Array.from(a.advisor), Array.from(b.advisor)];
  for (let i = 0; i < Math.min(one.length, two.length); i += 1) {
    const difference = one[i].codePointAt(0) - two[i].codePointAt(0);
    if (difference) return difference;
  }
  return one.length - two.length;
}

const seat = (event) => ({
  advisor: event.advisor, tier: event.tier, budget_ns: event.budget_ns, budget_work: event.budget_work ?? null,
  state: "not started", by: "", limit: "", reason: "", started_ns: 0, used_ns: 0, work: 0, spent_ns: 0,
  comments: 0, plans: 0, last: "",
});

export const gets = (comment) => comment.move + " gets " + comment.strength;

export const withReason = (what, why) => (why ? what + ": " + why : what);

function apply(event, row) {
  const kind = event.event;
  if (kind === "started") {
    row.state = "thinking";
    row.started_ns = event.ns;
  } else if (kind === "not started") {
    row.limit = event.limit ?? "";
  } else if (kind === "comment") {
    row.comments += 1;
    row.work = Math.max(row.work, event.work ?? 0);
    row.last = withReason(gets(event), event.reason);
  } else if (kind === "plan") {
    row.plans += 1;
    row.work = Math.max(row.work, event.work ?? 0);
    row.last = withReason("plan " + event.moves.join(" "), event.purpose);
  } else if (kind === "spent") {
    row.spent_ns = event.spent_ns;
  } else if (ENDS.has(kind)) {
    row.state = kind;
    row.used_ns = event.ns - row.started_ns;
    row.work = event.work;
    row.by = event.by ?? "";
    row.limit = event.limit ?? "";
    row.reason = event.reason ?? "";
  }
}

export function rowsAt(events, ns, count) {
  const seats = events.filter((event) => event.event === "started" || event.event === "not started");
  const rows = new Map(seats.sort(compare).map((event) => [event.advisor, seat(event)]));
  for (const event of events.slice(0, count)) {
    const row = rows.get(event.advisor);
    if (row) apply(event, row);
  }
  for (const row of rows.values()) {
    if (row.state === "thinking") row.used_ns = Math.max(0, ns - row.started_ns);
  }
  return Array.from(rows.values());
}

export function words(event) {
  if (event.event === "posed") return "the Advisors were asked";
  if (event.event === "landed") return "decision: " + event.move;
  const did = { comment: "commented", plan: "posted a plan", started: "started" }[event.event] || event.event;
  return event.advisor + " " + did;
}
