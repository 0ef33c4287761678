import { DatabaseSync } from "node:sqlite";
import type { OrderRow, OrderTable } from "../../../../examples/shops/orders.ts";

/** The orders in a table of SQLite. */
export function createSqliteOrders(): OrderTable {
  const database = new DatabaseSync(":memory:");
  database.exec("create table orders (id text primary key, row text not null) strict");
  const select = database.prepare("select row from orders where id = ?");
  const selectAll = database.prepare("select row from orders order by id");
  const insert = database.prepare("insert into orders values (?, ?) on conflict do nothing");
  const update = database.prepare("update orders set row = ? where id = ?");
  const parse = (found: unknown) => JSON.parse((found as { row: string }).row) as OrderRow;
  const get = async (id: string) => parse(select.get(id));
  return {
    async add(id, amount) {
      const order: OrderRow = { id, amount, attempts: [], shipped: false, version: 0 };
      insert.run(id, JSON.stringify(order));
    },
    get,
    all: async () => selectAll.all().map(parse),
    async change(id, change) {
      database.exec("begin immediate");
      try {
        const order = parse(select.get(id));
        change(order);
        order.version += 1;
        update.run(JSON.stringify(order), id);
        database.exec("commit");
        return order;
      } catch (error) {
        database.exec("rollback");
        throw error;
      }
    },
  };
}
