/** A filter that is on or off. */
export function CheckFilter(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value === "true"}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? "true" : "")}
      />
      {label}
    </label>
  );
}
