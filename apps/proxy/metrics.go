package main

import (
	"io"
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics count requests. Their labels are texts of the configuration and status codes, and never texts of clients.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	failures *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
	loaded   prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "proxy_requests_total",
			Help: "Requests that have ended, by mapping (empty for none) and status."}, []string{"mapping", "status"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "proxy_backend_failures_total",
			Help: "Requests to backends without a whole response."}, []string{"mapping"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "proxy_request_seconds",
			Help: "Time from the end of the request header to the end of the response."}, []string{"mapping"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "proxy_requests_in_flight", Help: "Requests that have not ended."}),
		loaded: prometheus.NewGauge(prometheus.GaugeOpts{Name: "proxy_config_loaded",
			Help: "1 if the last attempt to load the configuration and the certificates succeeded, otherwise 0."}),
	}
	m.registry.MustRegister(m.requests, m.failures, m.seconds, m.inFlight, m.loaded,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// adminHandler answers /healthz with 200, or with 503 while the proxy stops, and /metrics.
func adminHandler(m *metrics, stopping *atomic.Bool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if stopping.Load() {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, "ok\n")
	})
	return mux
}
