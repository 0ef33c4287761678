<?php // A shop that `centavo explore` can explore.

function call(string $method, string $path, ?array $body, string ...$headers): array
{
    $request = curl_init(getenv('CENTAVO_URL') . $path);
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_POSTFIELDS => $body ? json_encode($body) : null,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json', ...$headers],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 5,
    ]);
    $text = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($text === false || $status >= 400) throw new Exception("$method $path: $status");
    return json_decode($text, true)['data'];
}

function payments(string $method, string $path, ?array $body = null): array
{
    static $token; // A process of PHP lives as long as a request.
    $token ??= call('POST', '/auth', [
        'publicKey' => getenv('CENTAVO_PUBLIC_KEY'),
        'privateKey' => getenv('CENTAVO_PRIVATE_KEY'),
    ])['access_token'];
    return call($method, "/payments$path", $body, "Authorization: Bearer $token");
}

class Orders
{
    private $file;
    /** The id of each order and the status of its payments, by the buyer's e-mail. */
    public array $all;

    public function __construct()
    {
        $this->file = fopen(__DIR__ . '/orders.json', 'c+');
        flock($this->file, LOCK_EX); // One request after the other.
        $this->all = json_decode(stream_get_contents($this->file), true) ?: [];
    }

    public function save(): void
    {
        ftruncate($this->file, 0);
        rewind($this->file);
        fwrite($this->file, json_encode($this->all));
        fflush($this->file);
    }

    public function remember(array $payment): void
    {
        $email = $payment['buyerDetails']['email'];
        if (isset($this->all[$email])) $this->all[$email]['payments'][$payment['id']] = $payment['status'];
        $this->save();
    }
}

function buy(Orders $orders, array $order): void
{
    $email = $order['buyer']['email'];
    if (isset($orders->all[$email])) {
        // An earlier try may have made a payment whose response was lost.
        foreach (payments('GET', '?limit=100') as $payment) $orders->remember($payment);
    }
    $orders->all[$email] ??= ['id' => $order['id'], 'payments' => []];
    $orders->save();
    if (array_diff($orders->all[$email]['payments'], ['FAILED', 'CANCELED'])) return;
    $billing = ['amount' => $order['amount'], 'postbackUrl' => 'http://127.0.0.1:8000/postbacks'];
    $isCard = !in_array($order['method'], ['pix', 'billet']);
    $payment = payments('POST', '', ['customerData' => $order['buyer']] + ($isCard
        ? ['paymentType' => 'card', 'cardData' => $order['card'], 'billingData' => $billing + ['installments' => 1]]
        : ['paymentType' => $order['method'], 'billingData' => $billing]));
    $orders->remember($payment);
    if ($payment['status'] === 'FAILED') throw new Exception('The card was declined.');
}

function believed(array $order): array
{
    $has = fn (string ...$statuses) => array_intersect($order['payments'], $statuses) !== [];
    $paid = $has('SUCCEEDED', 'PAID');
    return [
        'id' => $order['id'],
        'paid' => $paid,
        'refunded' => !$paid && $has('REFUNDED'),
        'disputed' => !$paid && $has('DISPUTED', 'CHARGEBACK'),
    ];
}

$orders = new Orders();
$body = json_decode(file_get_contents('php://input'), true);
try {
    switch ("$_SERVER[REQUEST_METHOD] $_SERVER[REQUEST_URI]") {
        case 'POST /reset':
            $orders->all = [];
            $orders->save();
            break;
        case 'POST /buy':
            buy($orders, $body);
            break;
        case 'POST /postbacks':
            $orders->remember(payments('GET', '/' . $body['data']['id'])); // The body may be old.
            break;
        case 'GET /orders':
            echo json_encode(array_map('believed', array_values($orders->all)));
            break;
        default:
            http_response_code(404);
    }
} catch (Exception $error) {
    http_response_code(500);
    echo $error->getMessage();
}
