/** The time at which every clock starts, without moving: a Monday morning in São Paulo. */
export const START = "2026-03-02T12:00:00Z";
